/**
 * One of the eleven clauses of the user agreement, which exists in Chinese alone (specification,
 * section 2).
 */
export type Clause = { heading: string; paragraphs: readonly string[] }
