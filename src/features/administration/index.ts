export { AdminOverviewPage } from './ui/overview-page.tsx'
export { UsersPage } from './ui/users-page.tsx'
export { loadOverview, usersCount, usersPage } from './ui/users-queries.ts'
export { usersSearch } from './ui/users-search.ts'
