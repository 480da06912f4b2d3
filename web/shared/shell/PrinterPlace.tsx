import { createPart } from '#web/app/part.ts'
import { useMay } from '#web/core/may.ts'

const pill = createPart(() => import('./PrinterPill.tsx'))

/** The printer in a header, for people who may print; its script is loaded beside the page. */
export const PrinterPlace = () => pill.useWhen(useMay('GET /print/jobs').ok, {})
