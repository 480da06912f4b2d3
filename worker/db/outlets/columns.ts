import { text } from 'drizzle-orm/sqlite-core'

/** Columns that many tables have. */
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()
export const restaurantId = () => text('restaurant_id').notNull()
