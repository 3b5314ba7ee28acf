import type { Finding, Rule, SourceFile } from '../tree.ts'

/**
 * Only the entry file of a module, or of a layer of the gateway, may re-export; everything else is
 * imported from where it is written.
 */
const frontDoor = /^apps\/((web|server)\/src\/modules|server\/src\/gateway)\/[^/]+\/public\.tsx?$/

const onlyHandsOn = (file: SourceFile): boolean => {
  const body = file.body
  const handsOn = body.filter(
    (node) =>
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && node.declaration === null),
  )
  return (
    handsOn.length > 0 &&
    body.every((node) => handsOn.includes(node) || node.type === 'ImportDeclaration')
  )
}

const run: Rule['run'] = async (tree) =>
  tree.scripts().flatMap((file): Finding[] => {
    if (frontDoor.test(file.path)) return []
    if (onlyHandsOn(file))
      return [
        { file: file.path, line: 1, message: 'barrel: the file only exports what others wrote' },
      ]
    return file
      .nodes('ExportAllDeclaration')
      .map((node) => file.finding(node.start, 'barrel: `export *` hands on what it does not name'))
  })

export const barrelsRule: Rule = { name: 'barrels', run }
