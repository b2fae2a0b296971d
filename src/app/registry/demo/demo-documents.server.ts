export type DemoDocument = { author: string; name: string; text: string }

/** The documents that the demo's chat answers from: one in English, one in German, both of Acme. */
export const demoDocuments: readonly DemoDocument[] = [
  {
    author: 'ada@example.com',
    name: 'acme-handbook.md',
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
]
