/** What a document may hold besides text; told to its readers because it can't be found or cited. */
export const unreadKinds = ['equations', 'pictures', 'charts', 'objects', 'pages', 'characters'] as const
export type UnreadKind = (typeof unreadKinds)[number]

/** How many of each kind were not read; without those of which there were none. */
export type Unread = Partial<Record<UnreadKind, number>>

export function tellUnread(unread: Unread, kind: UnreadKind, count: number): void {
  if (count > 0) unread[kind] = (unread[kind] ?? 0) + count
}
