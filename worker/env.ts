import type { RestaurantRoom } from './realtime/room.ts'

/** The bindings of wrangler.toml. Shards are OUTLETS_0 … OUTLETS_n; locally and by default there is one. */
export type Env = {
  PLATFORM: D1Database
  OUTLETS_0: D1Database
  ROOM: DurableObjectNamespace<RestaurantRoom>
  ASSETS?: Fetcher
  JWT_SECRET: string
  /** `development` opens /v1/dev/*. */
  ENVIRONMENT: string
  CORS_ORIGINS?: string
  /** Tests ask for every answer to be checked against its contract entry. */
  CHECK_ANSWERS?: string
} & { [shard: `OUTLETS_${number}`]: D1Database }

export type ShardName = `OUTLETS_${number}`
