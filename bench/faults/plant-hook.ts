// Loaded before the program (`node --import`): replaces a piece of one of its modules as it is
// loaded. The name of the bug is in the address of this module: plant-hook.ts?plant=NAME.
import { registerHooks } from 'node:module'
import { plants } from './plants.ts'

const wanted = new URL(import.meta.url).searchParams.get('plant')
const plant = plants.find(({ name }) => name === wanted)
if (!plant) throw new Error(`There is no bug ${wanted} to plant`)
const { file, find, replace } = plant

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (!url.endsWith(`/${file}`)) return loaded
    const { source } = loaded
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source ?? undefined)
    const parts = text.split(find)
    if (parts.length !== 2) throw new Error(`${file} contains "${find}" ${parts.length - 1} times`)
    return { ...loaded, source: parts.join(replace) }
  },
})
