/** Parts of the map that may be missing. */
export type MapOutside = 'raster' | 'weather' | 'style' | 'archive'

/**
 * Tiles that may fail before what they are of counts as lost: one alone may be a hole in its
 * coverage.
 */
const patience = 4

/** Counts failures of sources from outside, or of files that may be removed. */
export class Losses {
  private readonly failures = new Map<string, number>()
  private readonly lost = new Set<string>()

  has(name: string): boolean {
    return this.lost.has(name)
  }

  /** True when it is lost by this failure; later ones are old news. */
  count(name: string, atOnce: boolean): boolean {
    if (this.lost.has(name)) return false
    const failures = (this.failures.get(name) ?? 0) + 1
    this.failures.set(name, failures)
    if (failures < patience && !atOnce) return false
    this.lost.add(name)
    return true
  }

  forgive(name: string): void {
    this.failures.delete(name)
    this.lost.delete(name)
  }
}
