/** The users shown in the showcase: the same as in the demo. */
export const sample = {
  workspace: 'Acme',
  alex: { id: 'admin@example.com', name: 'Alex Admin', email: 'admin@example.com', image: null },
  ada: { id: 'ada@example.com', name: 'Ada Lovelace', email: 'ada@example.com', image: null },
  ben: { id: 'ben@example.com', name: 'Ben Okafor', email: 'ben@example.com', image: null },
  cleo: { id: 'cleo@example.com', name: 'Cleo Martins', email: 'cleo@example.com', image: null },
  invited: 'erin.sato@example.com',
}
