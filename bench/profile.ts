// Hot spots of a process, from the profile that Node.js wrote.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Node = {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] }

/**
 * Functions by their own time and by that of all they called, each line with its share of the time
 * that was not idle.
 */
export const hotSpots = (folder: string, count = 30): string[] => {
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))
  if (file === undefined) return [`There is no profile in ${folder}`]
  const { nodes, samples, timeDeltas } = JSON.parse(
    readFileSync(join(folder, file), 'utf8'),
  ) as Profile
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parentById = new Map(
    nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)),
  )
  const nameFrame = ({ callFrame: { functionName, url, lineNumber } }: Node): string =>
    `${functionName || '(anonymous)'} ${url.replace(/^.*\/(node_modules|apps|packages)\//, '$1/')}${url === '' ? '' : `:${lineNumber + 1}`}`
  const own = new Map<string, number>()
  const withCalled = new Map<string, number>()
  let busyUs = 0
  samples.forEach((id, i) => {
    const node = byId.get(id)!
    const us = timeDeltas[i]!
    if (['(idle)', '(program)', '(root)'].includes(node.callFrame.functionName)) return
    busyUs += us
    own.set(nameFrame(node), (own.get(nameFrame(node)) ?? 0) + us)
    const seen = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parentById.get(at))
      seen.add(nameFrame(byId.get(at)!))
    for (const name of seen) withCalled.set(name, (withCalled.get(name) ?? 0) + us)
  })
  const top = (times: Map<string, number>): string[] =>
    [...times]
      .sort((a, b) => b[1] - a[1])
      .slice(0, count)
      .map(([name, us]) => `  ${((us / busyUs) * 100).toFixed(1).padStart(5)} %  ${name}`)
  return [
    `own time, of ${(busyUs / 1e6).toFixed(1)} s busy`,
    ...top(own),
    'with all that it called',
    ...top(withCalled),
  ]
}
