/**
 * The schema library would compile its checks with `eval`, which our pages forbid. It reads this
 * when it is first loaded, which must not happen before: so this comes first of all, and without
 * the library.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
