/** Parts of the map that may be missing. */
export type MapOutside = 'raster' | 'weather' | 'style' | 'archive'

/**
 * Number of failed tiles after which a source counts as lost: a single one may be a gap in its
 * coverage.
 */
const patience = 4

/** Counts failures of external sources, and of files that may be removed. */
export class Losses {
  private readonly failures = new Map<string, number>()
  private readonly lost = new Set<string>()

  has(name: string): boolean {
    return this.lost.has(name)
  }

  /** True if this failure makes the source count as lost; false if it already was. */
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
