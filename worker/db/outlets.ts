/**
 * OUTLETS_n: everything that belongs to one restaurant. Every row has its restaurant_id and every index begins with it.
 * Money is integer paise. Rules that a race could break are constraints here, because only the database sees both commits.
 */
export * from './guard.ts'
export * from './outlets/commands.ts'
export * from './outlets/orders.ts'
export * from './outlets/floor.ts'
export * from './outlets/guests.ts'
export * from './outlets/menu.ts'
export * from './outlets/stock.ts'
export * from './outlets/printing.ts'
