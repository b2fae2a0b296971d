/** The users shown in the showcase: the same as in the demo. Their ids give each another color. */
export const sample = {
  workspace: 'Acme',
  alex: { id: 'alex-admin', name: 'Alex Admin', email: 'admin@example.com', image: null },
  ada: { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com', image: null },
  ben: { id: 'ben-okafor', name: 'Ben Okafor', email: 'ben@example.com', image: null },
  cleo: { id: 'cleo-martins', name: 'Cleo Martins', email: 'cleo@example.com', image: null },
  invited: 'erin.sato@example.com',
}
