type DemoEvent = {
  action: string
  by: string
  /** The affected user; defaults to the actor. */
  onto?: string
  hoursAgo: number
  details?: Record<string, string | number>
}

/** Entries of the audit log that don't follow from other parts of the demo. */
export const demoEvents: readonly DemoEvent[] = [
  {
    action: 'session.create',
    by: 'admin@example.com',
    hoursAgo: 0.6,
    details: { device: 'Firefox · Linux' },
  },
  {
    action: 'session.create',
    by: 'ben@example.com',
    hoursAgo: 2.2,
    details: { device: 'Safari · macOS' },
  },
  { action: 'user.changePassword', by: 'cleo@example.com', hoursAgo: 6, details: { endsOthers: 'true' } },
  {
    action: 'session.create',
    by: 'cleo@example.com',
    hoursAgo: 6.1,
    details: { device: 'Chrome · Windows' },
  },
  { action: 'user.exportList', by: 'sofia.almeida@example.com', hoursAgo: 21, details: { role: 'user' } },
  {
    action: 'user.revokeSessions',
    by: 'sofia.almeida@example.com',
    onto: 'victor.lindqvist@example.com',
    hoursAgo: 22,
    details: { count: 2 },
  },
  {
    action: 'session.create',
    by: 'sofia.almeida@example.com',
    hoursAgo: 23,
    details: { device: 'Safari · iOS' },
  },
  {
    action: 'session.create',
    by: 'ada@example.com',
    hoursAgo: 48,
    details: { device: 'Chrome · macOS' },
  },
  { action: 'session.endOthers', by: 'ada@example.com', hoursAgo: 49 },
  {
    action: 'user.impersonate',
    by: 'admin@example.com',
    onto: 'lucia.fernandez@example.com',
    hoursAgo: 72,
    details: { reason: 'Reproducing ticket 4182' },
  },
  {
    action: 'user.stopImpersonating',
    by: 'admin@example.com',
    onto: 'lucia.fernandez@example.com',
    hoursAgo: 71.8,
  },
  {
    action: 'user.setRole',
    by: 'admin@example.com',
    onto: 'sofia.almeida@example.com',
    hoursAgo: 340,
    details: { role: 'admin', roleBefore: 'user' },
  },
]
