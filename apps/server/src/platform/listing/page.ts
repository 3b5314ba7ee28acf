// Pages of the two kinds used by calls (specification, sections 3 and 9).

export type PageQuery =
  | { currentPage: number; pageSize: number }
  | { pageIndex: number; size: number }

export const toOffset = (query: PageQuery): { limit: number; offset: number } =>
  'pageIndex' in query
    ? { limit: query.size, offset: (query.pageIndex - 1) * query.size }
    : { limit: query.pageSize, offset: (query.currentPage - 1) * query.pageSize }

type PagingOf<Query> = Pick<
  Query,
  Extract<
    keyof Query,
    'currentPage' extends keyof Query ? 'currentPage' | 'pageSize' : 'pageIndex' | 'size'
  >
>

/** The paging fields of a response: the same as in its request. */
export const pagingOf = <Query extends PageQuery>(query: Query): PagingOf<Query> =>
  ('currentPage' in query
    ? { currentPage: query.currentPage, pageSize: query.pageSize }
    : { pageIndex: query.pageIndex, size: query.size }) as unknown as PagingOf<Query>
