import { useEffect } from 'react'
import { createPart } from '#web/app/part.ts'
import { useMay } from '#web/core/may.ts'

const pill = createPart(() => import('./PrinterPill.tsx'))

/** The printer in a header, for who may print; fetched beside the page. */
export function PrinterPlace() {
  const may = useMay('GET /print/jobs').ok
  useEffect(() => {
    if (may) pill.fetch()
  }, [may])
  return may ? <pill.Part /> : null
}
