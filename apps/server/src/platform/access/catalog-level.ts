/** Depth of an account in the tree, 0 at the root, from its path of ids ("/root/…/own/"). */
export const catalogLevelOf = (path: string): number => path.split('/').filter(Boolean).length - 1
