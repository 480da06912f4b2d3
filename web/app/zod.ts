import { config } from 'zod'

// First of all imports: zod would try `new Function`, which the pages' policy forbids and every browser then reports (web/public/_headers).
config({ jitless: true })
