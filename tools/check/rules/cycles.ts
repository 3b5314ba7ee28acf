import { listImports } from '../imports.ts'
import type { Finding, Rule } from '../tree.ts'

/**
 * Groups of files that import each other in a ring, by Tarjan's algorithm. Imports of types count
 * too: they cost nothing at run time, yet two files that need each other are one file, or three.
 */
const rings = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const ring = stack.splice(stack.indexOf(file))
    if (ring.length > 1 || graph.get(file)?.includes(file)) found.push(ring)
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return found
}

/** The shortest way round a cycle, from its first file in alphabetical order back to it. */
const wayRound = (ring: string[], graph: ReadonlyMap<string, readonly string[]>): string[] => {
  const start = ring.toSorted()[0]!
  const paths = [[start]]
  const seen = new Set<string>()
  for (const path of paths) {
    for (const next of graph.get(path.at(-1)!) ?? []) {
      if (next === start) return [...path, start]
      if (!ring.includes(next) || seen.has(next)) continue
      seen.add(next)
      paths.push([...path, next])
    }
  }
  return [start]
}

const madeForTests = /\.(test|sweep)\.tsx?$|\/testing[^/]*$|[-/]samples\.ts$/

/**
 * Sibling folders import one another in one direction only, at every depth, even where no two files
 * form a cycle. Code for tests may import from anywhere.
 */
const folderRings = (uses: ReturnType<typeof listImports>): Finding[] => {
  const graphs = new Map<string, Map<string, string[]>>()
  for (const [file, list] of uses) {
    if (!/^(apps|packages)\//.test(file) || madeForTests.test(file)) continue
    for (const use of list) {
      if (use.file === undefined) continue
      const [from, to] = [file.split('/'), use.file.split('/')]
      const depth = from.findIndex((part, at) => part !== to[at])
      // Both paths continue into a folder.
      if (depth < 0 || depth >= from.length - 1 || depth >= to.length - 1) continue
      const parent = from.slice(0, depth).join('/')
      const graph = graphs.get(parent) ?? new Map<string, string[]>()
      graphs.set(parent, graph)
      const folder = `${parent}/${from[depth]}`
      graph.set(folder, [...(graph.get(folder) ?? []), `${parent}/${to[depth]}`])
    }
  }
  return [...graphs.values()].flatMap((graph) =>
    rings(graph).map((ring) => {
      const way = wayRound(ring, graph)
      return { file: way[0]!, line: 1, message: `folders in a ring: ${way.join(' → ')}` }
    }),
  )
}

const run: Rule['run'] = async (tree) => {
  const uses = listImports(tree)
  const graph = new Map(
    [...uses].map(([file, list]) => [
      file,
      list.flatMap((use) => (use.file !== undefined && uses.has(use.file) ? [use.file] : [])),
    ]),
  )
  const files = rings(graph).map((ring) => {
    const way = wayRound(ring, graph)
    const line = uses.get(way[0]!)?.find((use) => use.file === way[1])?.line ?? 1
    return { file: way[0]!, line, message: `import cycle: ${way.join(' → ')}` }
  })
  return [...files, ...folderRings(uses)]
}

export const cyclesRule: Rule = { name: 'cycles', run }
