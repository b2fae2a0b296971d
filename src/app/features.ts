// The installed features, browser half. One line installs a feature, and deleting it removes it: its rows of
// the permission table, its navigation and everything else that its feature.ts brings.
export { accountFeature } from '#/features/account/feature.ts'
export { administrationFeature } from '#/features/administration/feature.ts'
export { auditLogFeature } from '#/features/audit-log/feature.ts'
export { chatFeature } from '#/features/chat/feature.ts'
export { documentsFeature } from '#/features/documents/feature.ts'
export { organizationsFeature } from '#/features/organizations/feature.ts'
export { permissionsFeature } from '#/features/permissions/feature.ts'
export { postsFeature } from '#/features/posts/feature.ts'
export { preferencesFeature } from '#/features/preferences/feature.ts'
export { profileFeature } from '#/features/profile/feature.ts'
export { signInFeature } from '#/features/sign-in/feature.ts'
export { todosFeature } from '#/features/todos/feature.ts'
