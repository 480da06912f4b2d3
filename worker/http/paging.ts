import { type SQL, sql } from '../db/sql.ts'

type Page = { page: number; limit: number }

/** The paging fields of a list's answer (CONTRACT §1). An empty list has one page. */
export const paged = ({ page, limit }: Page, total: number) => ({
  totalPages: Math.max(1, Math.ceil(total / limit)),
  currentPage: page,
  itemsPerPage: limit,
})

/** LIMIT and OFFSET of a page. */
export const pageOf = ({ page, limit }: Page): SQL => sql`LIMIT ${limit} OFFSET ${(page - 1) * limit}`
