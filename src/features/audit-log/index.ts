export { AuditPage } from './ui/audit-page.tsx'
export { auditPages } from './ui/audit-queries.ts'
export { auditSearch } from './ui/audit-search.ts'
