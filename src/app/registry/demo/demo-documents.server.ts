export type DemoDocument = { author: string; name: string; text: string; hoursAgo: number }

/** The documents that the demo's chat answers from: in English and German, all of Acme. */
export const demoDocuments: readonly DemoDocument[] = [
  {
    author: 'ada@example.com',
    name: 'acme-handbook.md',
    hoursAgo: 260,
    text: `# Acme handbook

## Working hours

The office on Mill Street is open from 7 in the morning until 8 in the evening. Everybody is asked to be reachable between 10 and 15 o'clock; the rest of the day is yours to arrange.

## Paid leave

Every employee has 28 days of paid leave a year. Up to five days that were not taken may be carried over until the end of March. Leave of more than three weeks in one piece is agreed with the team two months ahead.

## Expenses

Travel by train is booked in second class. Meals on a journey are paid back up to 32 euros a day against the receipt. Receipts are handed in within 30 days; later ones need the approval of the finance team.

## Illness

If you are ill, tell the team in the morning. A doctor's note is needed from the fourth day on.

## Equipment

A laptop is replaced after four years. A broken screen is reported to the workshop, which lends another machine on the same day.
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

A critical incident is one in which customers can't sign in, lose data or see data of others. It is answered within 15 minutes, at any hour. A major incident, in which a feature is unusable, is answered within an hour on working days. Everything else is a bug and goes into the backlog.

## Roles

The first engineer to answer leads the incident until somebody else takes over in writing. The lead decides; others investigate. One person only writes updates.

## Communication

Customers are told what is affected within 30 minutes of a critical incident, and every hour from then on until it is over. The status page comes first, then the affected customers by email.

## Afterwards

A review is written within five working days. It names causes and changes, never people.
`,
  },
  {
    author: 'cleo@example.com',
    name: 'brand-voice.md',
    hoursAgo: 160,
    text: `# Brand voice

## How we write

Plain words, second person, present tense. What happened comes first, then what to do about it. No exclamation marks in error messages.

## Names

The product is called Acme Works, in two words. Features have common names in lower case: search, posts, to-dos.

## Numbers

Prices stand without cents unless there are some. Times carry the time zone of the reader.
`,
  },
  {
    author: 'ben@example.com',
    name: 'security-questionnaire.md',
    hoursAgo: 20,
    text: `# Security questionnaire

## Where is data stored?

In one region of the European Union, in a PostgreSQL database with encrypted disks. Backups are kept for 35 days in a second region.

## Who has access?

Four engineers, through single sign-on with a second factor. Every access to production is written to an audit log that can't be changed.

## How are passwords kept?

As salted hashes that are expensive to compute. Passkeys and authenticator apps are offered to every user.

## What happens after a breach?

Affected customers are told within 24 hours, with what is known by then.
`,
  },
]
