import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, visitorKeys, type Node, type ParseResult } from 'oxc-parser'

export type { Node }

/** One break of one rule. `file` is relative to the root of the tree, `line` counts from 1. */
export type Finding = { file: string; line: number; message: string }

export type Rule = { name: string; run: (tree: Tree) => Promise<Finding[]> }

/** One import, `export … from`, `import('…')` or `require('…')` with a literal, as written. */
export type ImportUse = { specifier: string; line: number; /** `import('…')` */ isLazy: boolean }

type NodeOf<T extends Node['type']> = Extract<Node, { type: T }>

const isNamed = (node: Node, name: string): boolean =>
  node.type === 'Identifier' && node.name === name

/** Text, syntax and node index are each made at most once, on first use, for all rules. */
export class SourceFile {
  readonly path: string
  private readonly root: string
  private cachedText: string | undefined
  private cachedParse: ParseResult | undefined
  private cachedNodes: Map<string, Node[]> | undefined
  private cachedLineStarts: number[] | undefined
  private readonly parents = new Map<Node, Node>()

  constructor(root: string, path: string) {
    this.root = root
    this.path = path
  }

  get text(): string {
    return (this.cachedText ??= readFileSync(join(this.root, this.path), 'utf8'))
  }

  private get parsed(): ParseResult {
    return (this.cachedParse ??= parseSync(this.path, this.text))
  }

  get isScript(): boolean {
    return /\.(ts|tsx|mts|js|mjs)$/.test(this.path)
  }

  get isTest(): boolean {
    return /\.(test|sweep)\.tsx?$/.test(this.path)
  }

  get comments(): readonly { start: number; end: number }[] {
    return this.parsed.comments
  }

  get body(): readonly Node[] {
    return this.parsed.program.body
  }

  lineAt(offset: number): number {
    this.cachedLineStarts ??= [
      0,
      ...[...this.text.matchAll(/\n/g)].map((newline) => newline.index + 1),
    ]
    const starts = this.cachedLineStarts
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return low + 1
  }

  /** A finding at an offset of this file, in UTF-16 units as the parser counts. */
  finding(offset: number, message: string): Finding {
    return { file: this.path, line: this.lineAt(offset), message }
  }

  nodes<T extends Node['type']>(type: T): readonly NodeOf<T>[] {
    this.cachedNodes ??= this.indexNodes()
    return (this.cachedNodes.get(type) ?? []) as NodeOf<T>[]
  }

  findParent(node: Node): Node | undefined {
    return this.parents.get(node)
  }

  imports(): ImportUse[] {
    const { module } = this.parsed
    const dynamic = this.nodes('ImportExpression').flatMap((node) =>
      node.source.type === 'Literal' && typeof node.source.value === 'string'
        ? [{ specifier: node.source.value, start: node.start, isLazy: true }]
        : [],
    )
    const required = this.nodes('CallExpression').flatMap(({ callee, arguments: [first], start }) =>
      first?.type === 'Literal' &&
      typeof first.value === 'string' &&
      (isNamed(callee, 'require') ||
        (callee.type === 'CallExpression' && isNamed(callee.callee, 'createRequire')))
        ? [{ specifier: first.value, start }]
        : [],
    )
    const fixed = module.staticImports.map((one) => ({
      specifier: one.moduleRequest.value,
      start: one.start,
    }))
    const exported = module.staticExports.flatMap((one) => {
      const from = one.entries.find((entry) => entry.moduleRequest)?.moduleRequest
      return from ? [{ specifier: from.value, start: one.start }] : []
    })
    return [
      ...dynamic,
      ...[...fixed, ...exported, ...required].map((one) => ({ ...one, isLazy: false })),
    ].map(({ specifier, start, isLazy }) => ({ specifier, line: this.lineAt(start), isLazy }))
  }

  private indexNodes(): Map<string, Node[]> {
    const index = new Map<string, Node[]>()
    const visit = (node: Node, parent: Node | undefined): void => {
      const same = index.get(node.type)
      if (same) same.push(node)
      else index.set(node.type, [node])
      if (parent) this.parents.set(node, parent)
      for (const key of visitorKeys[node.type] ?? []) {
        const child = (node as unknown as Record<string, Node | (Node | null)[] | null>)[key]
        if (Array.isArray(child)) for (const one of child) one && visit(one, node)
        else if (child) visit(child, node)
      }
    }
    visit(this.parsed.program, undefined)
    return index
  }
}

export class Tree {
  readonly root: string
  readonly files: readonly SourceFile[]
  private readonly byPath: ReadonlyMap<string, SourceFile>

  constructor(root: string, paths: readonly string[]) {
    this.root = root
    this.files = paths.map((path) => new SourceFile(root, path))
    this.byPath = new Map(this.files.map((file) => [file.path, file]))
  }

  get(path: string): SourceFile | undefined {
    return this.byPath.get(path)
  }

  scripts(): readonly SourceFile[] {
    return this.files.filter((file) => file.isScript)
  }
}

/**
 * Every file that git tracks or would track; in a folder without git, every file but installed
 * packages.
 */
export const readTree = (root: string): Tree => {
  const listed = existsSync(join(root, '.git'))
    ? execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      })
        .split('\0')
        .filter((path) => path && existsSync(join(root, path)))
    : readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .filter((path) => !/(^|\/)node_modules\//.test(path))
  return new Tree(root, [...new Set(listed)].toSorted())
}

/** Files that differ from the last commit, new files too; relative to the root. */
export const changedFiles = (root: string): string[] =>
  execFileSync('git', ['status', '--porcelain=v1', '-z', '--untracked-files=all'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((entry) => /^[ MADRCU?]{2} /.test(entry))
    .map((entry) => entry.slice(3))
