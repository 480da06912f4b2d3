import '../lib/shims.ts'
import type { AddressInfo } from 'node:net'
import { openPair } from './pair.ts'

/** The rival as a server: a process of its own, whose processor time can be read from outside. Its parent gets the address, a token and the dishes. */
const { rival, token, dishes } = await openPair()
await rival.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = rival.app.server.address() as AddressInfo
process.send?.({ url: `http://127.0.0.1:${port}`, token, dishes })
