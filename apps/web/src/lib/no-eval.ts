/**
 * The schema library would compile its checks with `eval`, which our pages forbid. It reads this
 * setting when it is first loaded, so this file must be imported first, and without the library.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
