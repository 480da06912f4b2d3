import { createPart } from '#web/app/part.ts'
import { useMay } from '#web/core/may.ts'

const pill = createPart(() => import('./PrinterPill.tsx'))

/** The printer in a header, for who may print; fetched beside the page. */
export const PrinterPlace = () => pill.useWhen(useMay('GET /print/jobs').ok, {})
