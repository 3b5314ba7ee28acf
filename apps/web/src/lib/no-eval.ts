/**
 * Zod would compile its schemas with `eval`, which our content security policy forbids. It reads
 * this setting when it is first loaded, so this file must be imported first and must not import
 * Zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
