import type { RoomRpc } from './realtime/rpc.ts'

/** The bindings of wrangler.toml. Shards are OUTLETS_0 … OUTLETS_n; locally and by default there is one. */
export type Env = {
  PLATFORM: D1Database
  OUTLETS_0: D1Database
  ROOM: DurableObjectNamespace<RoomRpc>
  ASSETS?: Fetcher
  MEDIA: R2Bucket
  JWT_SECRET: string
  /** `development` opens /v1/dev/*. */
  ENVIRONMENT: string
  CORS_ORIGINS?: string
  /** `error` omits the line of each request. */
  LOG_LEVEL?: string
  EMAIL_API_URL?: string
  EMAIL_API_KEY?: string
  EMAIL_FROM?: string
  SMS_API_URL?: string
  SMS_API_KEY?: string
  GOOGLE_ISSUER?: string
  GOOGLE_AUDIENCE?: string
  GOOGLE_JWKS_URL?: string
  /** Where people sign in with Google; the answer is an ID token in the address's fragment. */
  GOOGLE_AUTHORIZE_URL?: string
  SUPPORT_EMAIL?: string
  PUBLIC_URL?: string
  /** RSA key (PKCS#8 PEM) and certificate for the print agent (PLATFORM.md, "QZ Tray"). */
  PRINT_PRIVATE_KEY?: string
  PRINT_CERTIFICATE?: string
  /** Tests ask for every answer to be checked against its contract entry. */
  CHECK_ANSWERS?: string
} & { [shard: `OUTLETS_${number}`]: D1Database }

/** The variables of Hono's context: the request's id, and further fields of its log line. */
export type App = { Bindings: Env; Variables: { requestId: string; logFields?: { route: string; role?: string; restaurantId?: string } } }

export type ShardName = `OUTLETS_${number}`
