import { NewLink } from '../../src/ui/share/new-link.tsx'
import { ShareButton } from '../../src/ui/share/share-button.tsx'
import { ShareLinks } from '../../src/ui/share/share-links.tsx'
import type { Example } from '../example.tsx'

const report = { kind: 'task', tftzId: '1' } as const

export const shareExamples: readonly Example[] = [
  { name: 'share-button', folder: 'ui/share', Show: () => <ShareButton report={report} /> },
  { name: 'share-links', folder: 'ui/share', Show: () => <ShareLinks report={report} /> },
  {
    name: 'share-new-link',
    folder: 'ui/share',
    Show: () => <NewLink address="https://swath.example/s/9l3nBvV0Qm2cYx7RkTe1Zg" />,
  },
]
