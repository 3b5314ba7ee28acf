import type { Example } from './example.tsx'
import { actionExamples } from './examples/actions.tsx'
import { chartExamples } from './examples/charts.tsx'
import { dialogExamples } from './examples/dialogs.tsx'
import { fieldExamples } from './examples/fields.tsx'
import { fileExamples } from './examples/files.tsx'
import { formExamples } from './examples/forms.tsx'
import { listExamples } from './examples/lists.tsx'
import { listPartExamples } from './examples/list-parts.tsx'
import { mapExamples } from './examples/map.tsx'
import { markExamples } from './examples/marks.tsx'
import { paperExamples } from './examples/paper.tsx'
import { reviewExamples } from './examples/reviews.tsx'
import { shareExamples } from './examples/share.tsx'
import { valueExamples } from './examples/values.tsx'

const order = ['ui', 'ui/fields', 'ui/paper', 'ui/share', 'charts', 'map'] as const

/** All examples, in the order of the list. */
export const examples: readonly Example[] = [
  ...actionExamples,
  ...chartExamples,
  ...dialogExamples,
  ...fieldExamples,
  ...fileExamples,
  ...formExamples,
  ...listExamples,
  ...listPartExamples,
  ...mapExamples,
  ...markExamples,
  ...paperExamples,
  ...reviewExamples,
  ...shareExamples,
  ...valueExamples,
].toSorted(
  (a, b) => order.indexOf(a.folder) - order.indexOf(b.folder) || (a.name < b.name ? -1 : 1),
)
