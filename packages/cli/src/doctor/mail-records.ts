import { bad, good, type Finding } from './finding.ts'

type Records = { spf: string[] | undefined; dmarc: string[] | undefined }

/** What receivers think of mail from a domain, by its TXT records; undefined where they can't be asked. */
export function judgeMailRecords(domain: string, { spf, dmarc }: Records): Finding[] {
  return [judgeSpf(domain, spf), judgeDmarc(domain, dmarc)]
}

function judgeSpf(domain: string, records: string[] | undefined): Finding {
  if (!records)
    return bad('SPF', `the DNS can't be asked for ${domain}`, 'Run this where the DNS is reachable.')
  const found = records.filter((record) => /^v=spf1(\s|$)/i.test(record))
  const [record = ''] = found
  if (found.length === 0)
    return bad(
      'SPF',
      `${domain} has no SPF record, so receivers doubt its mail`,
      `Add the TXT record of your mail provider to ${domain}, such as: v=spf1 include:provider.example -all`,
    )
  if (found.length > 1)
    return bad('SPF', `${domain} has ${found.length} SPF records, which counts as none`, 'Join them in one.')
  if (/\s[+]?all$/i.test(record))
    return bad('SPF', `${domain} lets every server send as it (${record})`, 'End it with -all or ~all.')
  return good('SPF', `${domain} names who may send: ${record}`)
}

function judgeDmarc(domain: string, records: string[] | undefined): Finding {
  if (!records)
    return bad('DMARC', `the DNS can't be asked for _dmarc.${domain}`, 'Run this where the DNS is reachable.')
  const record = records.find((one) => /^v=DMARC1(;|\s|$)/i.test(one))
  if (!record)
    return bad(
      'DMARC',
      `${domain} has no DMARC record; large providers reject mail without one`,
      `Add a TXT record to _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
    )
  const policy = /;\s*p=(none|quarantine|reject)\b/i.exec(record)?.[1]
  if (!policy) return bad('DMARC', `the record of ${domain} has no policy (${record})`, 'Add p=none to it.')
  return good(
    'DMARC',
    `${domain}: ${policy}. whether DKIM works, the source of a mail to yourself says (dkim=pass)`,
  )
}
