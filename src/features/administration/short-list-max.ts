/** More rows than there are groups of errors. */
export const SHORT_LIST_MAX = 501
