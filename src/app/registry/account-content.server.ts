import {
  exportAudit,
  exportOrganizations,
  exportProfile,
  exportSessions,
  type ExportContent,
} from '#/features/account/index.server.ts'
import { exportChats } from '#/features/chat/index.server.ts'
import { exportDocuments } from '#/features/documents/index.server.ts'
import { exportPosts } from '#/features/posts/index.server.ts'
import { exportProfileImage } from '#/features/profile/index.server.ts'
import { exportTodos } from '#/features/todos/index.server.ts'

/**
 * Returns the content of a user's data export. A slice that stores user data exports a function and has a
 * line here.
 */
export const accountContent: ExportContent = async (db, userId) => {
  const picture = await exportProfileImage(db, userId)
  const documents = await exportDocuments(db, userId)
  return [
    { path: 'profile.json', object: await exportProfile(db, userId) },
    { path: 'sessions.json', rows: await exportSessions(db, userId) },
    { path: 'organizations.json', rows: await exportOrganizations(db, userId) },
    { path: 'posts.json', rows: exportPosts(db, userId) },
    { path: 'todos.json', rows: await exportTodos(db, userId) },
    { path: 'chats.json', rows: exportChats(db, userId) },
    { path: 'documents.json', rows: documents.map(({ fileId: _, ...document }) => document) },
    { path: 'activity.json', rows: await exportAudit(db, userId) },
    ...(picture ? [{ path: 'profile-image.webp', fileId: picture.id, sizeBytes: picture.sizeBytes }] : []),
    ...documents.map(({ name, fileId, sizeBytes }) => ({
      path: `documents/${name.replaceAll('/', '_')}`,
      fileId,
      sizeBytes,
    })),
  ]
}
