import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNet } from './net.ts'
import { proxyFor, proxyHeaders } from './proxy.ts'

const of = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.href ?? null

describe('O7 proxies by the environment', () => {
  const env = {
    HTTPS_PROXY: 'http://p:3128',
    http_proxy: 'q:8080',
    NO_PROXY: 'local.example, .inner.example,10.0.0.1:8443,[::1]',
  }
  test.each([
    ['https://a.example/', 'http://p:3128/'],
    ['http://a.example/', 'http://q:8080/'],
    ['https://local.example/', null],
    ['https://x.local.example/', null],
    ['https://notlocal.example/', 'http://p:3128/'],
    ['https://x.inner.example/', null],
    ['https://10.0.0.1:8443/', null],
    ['https://10.0.0.1/', 'http://p:3128/'],
    ['https://[::1]/', null],
  ])('%s by %s', (url, proxy) => expect(of(url, env)).toBe(proxy))

  test('the rest', () => {
    expect(of('https://a.example/', { ALL_PROXY: 'http://all' })).toBe('http://all/')
    expect(of('https://a.example/', { HTTPS_PROXY: 'http://p', NO_PROXY: '*' })).toBeNull()
    expect(of('http://a.example/', { HTTP_PROXY: 'http://p', REQUEST_METHOD: 'GET' })).toBeNull()
    expect(() => of('https://a.example/', { HTTPS_PROXY: 'socks5://p' })).toThrow('proxy')
    expect(proxyHeaders(new URL('http://me:p%40ss@p'))).toEqual({
      'Proxy-Authorization': `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
    })
  })
})

describe('O7 a tunnel', () => {
  const heads: string[] = []
  const proxy = createServer((socket) =>
    socket.once('data', (head) => {
      heads.push(head.toString())
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    }),
  )
  let port = 0
  beforeAll(
    () =>
      new Promise<void>(
        (resolve) =>
          void proxy.listen(0, '127.0.0.1', () => {
            port = (proxy.address() as { port: number }).port
            resolve()
          }),
      ),
  )
  afterAll(() => void proxy.close())

  test('https asks the proxy for a way, and says what it answered', async () => {
    const net = createNet({ HTTPS_PROXY: `http://me:x@127.0.0.1:${port}` })
    const error = await net.call({ method: 'GET', url: 'https://files.example/', headers: {} }).catch((error) => error)
    net.close()
    expect(error).toMatchObject({ name: 'NetworkError', cause: { message: 'The proxy answered 407' } })
    expect(heads[0]).toMatch(/^CONNECT files\.example:443 HTTP\/1\.1\r\n/)
    expect(heads[0]).toContain(`Proxy-Authorization: Basic ${Buffer.from('me:x').toString('base64')}`)
  })
})
