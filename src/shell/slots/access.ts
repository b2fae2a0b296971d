import { accessRules } from '@plinth/core/app'
import { features } from './features.ts'

/** The access rules of the installed features, for pages. */
export const { table: accessTable, ruleOf } = accessRules(features)
