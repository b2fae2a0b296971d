import { describe, expect, test } from 'vitest'
import { createAddressReader, isAddressOrRange } from './client-address.server.ts'

describe('the address of a client', () => {
  test('is the socket address without trusted proxies, regardless of X-Forwarded-For', () => {
    const read = createAddressReader([])
    for (const claim of [
      null,
      '',
      '1.2.3.4',
      '1.2.3.4, 127.0.0.1',
      '203.0.113.9',
      'unknown',
      '_hidden',
      ',,,',
    ]) {
      expect(read('203.0.113.9', claim)).toBe('203.0.113.9')
    }
  })

  test('is the last one that is not a trusted proxy, if a trusted proxy forwarded it', () => {
    const read = createAddressReader(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])
    expect(read('10.1.2.3', '198.51.100.4')).toBe('198.51.100.4')
    expect(read('10.1.2.3', '198.51.100.4, 192.0.2.7, 10.9.9.9')).toBe('198.51.100.4')
    expect(read('192.0.2.7', '6.6.6.6, 198.51.100.4')).toBe('198.51.100.4')
    expect(read('2001:db8::1', '198.51.100.4')).toBe('198.51.100.4')
    expect(read('::ffff:10.1.2.3', '198.51.100.4')).toBe('198.51.100.4')
    expect(read('192.0.2.8', '198.51.100.4')).toBe('192.0.2.8')
    expect(read('11.0.0.1', '198.51.100.4')).toBe('11.0.0.1')
  })

  test('is the address of the proxy if the forwarded one is invalid', () => {
    const read = createAddressReader(['127.0.0.1'])
    for (const claim of [
      null,
      '',
      'unknown',
      '1.2.3',
      '1.2.3.4.5',
      'evil.example',
      '::zz',
      '1.2.3.4,',
      ', ',
      '1.2.3.4, <script>',
    ]) {
      expect(read('127.0.0.1', claim), String(claim)).toBe('127.0.0.1')
    }
  })

  test('has one form: without port, brackets, zone or IPv4 mapping', () => {
    const read = createAddressReader(['127.0.0.1'])
    expect(read('127.0.0.1', '198.51.100.4:5432')).toBe('198.51.100.4')
    expect(read('127.0.0.1', '::ffff:198.51.100.4')).toBe('198.51.100.4')
    expect(read('127.0.0.1', '::FFFF:C633:6404')).toBe('198.51.100.4')
    expect(read('::ffff:198.51.100.4', null)).toBe('198.51.100.4')
    expect(read('127.0.0.1', '[2001:db8:1:2::5]:443')).toBe('2001:db8:1:2::/64')
    expect(read('fe80::1%eth0', null)).toBe('fe80:0:0:0::/64')
  })

  test('counts an IPv6 client by its /64, in any notation', () => {
    const read = createAddressReader([])
    const written = ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:0:9']
    expect(new Set(written.map((address) => read(address, null)))).toEqual(new Set(['2001:db8:1:2::/64']))
    expect(read('2001:db8:1:3::1', null)).not.toBe(read('2001:db8:1:2::1', null))
    expect(read('::1', null)).toBe('::1')
  })

  test('is never empty', () => {
    expect(createAddressReader([])(undefined, '1.2.3.4')).toBe('0.0.0.0')
  })
})

describe('an entry of TRUSTED_PROXIES', () => {
  test.each(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0', '192.0.2.7/32'])(
    '%s is valid',
    (entry) => {
      expect(isAddressOrRange(entry)).toBe(true)
      createAddressReader([entry])
    },
  )
  test.each([
    '',
    'localhost',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '*',
    '10.0.0.0/8/8',
    '10.0.0.1 ',
  ])('"%s" is invalid', (entry) => {
    expect(isAddressOrRange(entry)).toBe(false)
    expect(() => createAddressReader([entry])).toThrow(entry)
  })
})
