import type { Demo } from '@plinth/core/feature/server'
import { addDocument } from './add-document.server.ts'

type DemoDocument = { author: string; name: string; text: string; hoursAgo: number }

/** The documents that the demo's chat searches: in English and German. */
const demoDocuments: readonly DemoDocument[] = [
  {
    author: 'ada@example.com',
    name: 'acme-handbook.md',
    hoursAgo: 260,
    text: `# Acme handbook

## Working hours

The office on Mill Street is open from 7 am to 8 pm. Please be reachable between 10 am and 3 pm; the rest of the day is yours to arrange.

## Paid leave

Every employee has 28 days of paid leave a year. Up to five unused days can be carried over until the end of March. If you want more than three weeks in a row, agree on it with your team two months ahead.

## Expenses

Book trains in second class. Meals on a business trip are reimbursed up to 32 euros a day, with receipts. Hand in receipts within 30 days; later ones need approval from the finance team.

## Illness

If you are ill, tell your team in the morning. From the fourth day on, you need a doctor's note.

## Equipment

Laptops are replaced after four years. If your screen breaks, tell the workshop; they lend you another machine the same day.
`,
  },
  {
    author: 'ben@example.com',
    name: 'werkstatt-ordnung.md',
    hoursAgo: 210,
    text: `# Werkstattordnung

## Öffnungszeiten

Die Werkstatt ist montags bis donnerstags von 8 bis 18 Uhr geöffnet, freitags nur bis 14 Uhr. Wer außerhalb dieser Zeiten arbeiten will, holt sich den Schlüssel am Empfang und trägt sich in das Schlüsselbuch ein.

## Einweisung

Die Fräse und die Tischkreissäge darf nur bedienen, wer eine Einweisung erhalten hat. Einweisungen finden am ersten Dienstag im Monat statt und gelten zwei Jahre.

## Schutz

An allen laufenden Maschinen sind Schutzbrille und Gehörschutz zu tragen. Handschuhe sind an drehenden Maschinen verboten.

## Material

Holzreste unter 40 Zentimetern dürfen mitgenommen werden. Lacke und Lösungsmittel kommen in den gelben Schrank; er wird jeden zweiten Mittwoch abgeholt.

## Unfälle

Der Verbandskasten hängt neben der Tür. Jeder Unfall, auch ein kleiner, wird noch am selben Tag im Unfallbuch eingetragen.
`,
  },
  {
    author: 'admin@example.com',
    name: 'incident-playbook.md',
    hoursAgo: 190,
    text: `# Incident playbook

## Severity

An incident is critical when customers can't sign in, lose data or see other customers' data. It is answered within 15 minutes, at any hour. It is major when a feature is unusable, and is answered within an hour on working days. Everything else is a bug and goes into the backlog.

## Roles

The first engineer to respond leads the incident until somebody else takes over in writing. The lead decides, others investigate, and one engineer does nothing but write updates.

## Communication

Within 30 minutes of a critical incident, we tell customers what is affected, and then every hour until it is over. Update the status page first, then email the affected customers.

## Afterwards

Write a review within five working days. It names causes and changes, never colleagues.
`,
  },
  {
    author: 'cleo@example.com',
    name: 'brand-voice.md',
    hoursAgo: 160,
    text: `# Brand voice

## How we write

Plain words, second person, present tense. Say what happened first, then what to do about it. No exclamation marks in error messages.

## Names

The product is Acme Works, two words. Features have plain lowercase names: search, posts, to-dos.

## Numbers

Leave out the cents when there are none. Show times in the reader's time zone.
`,
  },
  {
    author: 'ben@example.com',
    name: 'security-questionnaire.md',
    hoursAgo: 20,
    text: `# Security questionnaire

## Where is data stored?

In one region of the European Union, in a PostgreSQL database on encrypted disks. Backups are kept for 35 days in a second region.

## Who has access?

Four engineers, through single sign-on with a second factor. Every access to production is written to an audit log that can't be changed.

## How are passwords stored?

As salted hashes that are slow to compute. Every user can add passkeys and an authenticator app.

## What happens after a breach?

We notify affected customers within 24 hours and tell them what we know by then.
`,
  },
]

export const documentsDemo: Demo = {
  conversations: [
    {
      by: 'admin@example.com',
      hoursAgo: 0.3,
      turns: [
        { text: 'How many days of paid leave do we have, and can I carry them over?', passages: 1 },
        { text: 'And what do I get back for meals on a business trip?', passages: 1 },
      ],
    },
    {
      by: 'admin@example.com',
      hoursAgo: 27,
      turns: [{ text: 'Wann ist die Werkstatt am Freitag geöffnet?', passages: 1 }],
    },
    {
      by: 'ada@example.com',
      hoursAgo: 80,
      turns: [{ text: 'How quickly do we answer a critical incident?', passages: 2 }],
    },
  ],
  async seed({ tx, storage, createdBy, hoursAgo, audit }) {
    for (const { author, name, text, hoursAgo: age } of demoDocuments) {
      const { createdById, ...workspace } = createdBy(author)
      const document = { workspace, createdById, name, format: 'markdown', text } as const
      const id = await addDocument(tx, storage, { ...document, at: hoursAgo(age) })
      const { organizationId } = workspace
      const target = { type: 'document', id }
      await audit({ action: 'document.upload', by: author, hoursAgo: age, target, organizationId })
    }
  },
}
