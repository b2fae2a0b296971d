// The installed features, server half. One line installs a feature, and deleting it removes it: its routers,
// jobs, emails and everything else that its feature.server.ts brings. `npm run remove:feature` does the rest.
export { accountFeature } from '#/features/account/feature.server.ts'
export { administrationFeature } from '#/features/administration/feature.server.ts'
export { auditLogFeature } from '#/features/audit-log/feature.server.ts'
export { chatFeature } from '#/features/chat/feature.server.ts'
export { documentsFeature } from '#/features/documents/feature.server.ts'
export { organizationsFeature } from '#/features/organizations/feature.server.ts'
export { postsFeature } from '#/features/posts/feature.server.ts'
export { preferencesFeature } from '#/features/preferences/feature.server.ts'
export { profileFeature } from '#/features/profile/feature.server.ts'
export { signInFeature } from '#/features/sign-in/feature.server.ts'
export { todosFeature } from '#/features/todos/feature.server.ts'
export { twoFactorFeature } from '#/features/two-factor/feature.server.ts'
