import { describe, expect, it } from 'vitest';
import { chooseProxy } from './choose.ts';

const choose = (address: string, environment: NodeJS.ProcessEnv) => chooseProxy(new URL(address), environment)?.href;

describe('the proxy that the environment names', () => {
  it.each<[string, NodeJS.ProcessEnv, string | undefined]>([
    ['https://a.example/', {}, undefined],
    ['https://a.example/', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['https://a.example/', { https_proxy: 'http://p:1' }, 'http://p:1/'],
    ['https://a.example/', { https_proxy: 'http://p:1', HTTPS_PROXY: 'http://q:1' }, 'http://p:1/'],
    ['https://a.example/', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['http://a.example/', { HTTP_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['http://a.example/', { ALL_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['http://a.example/', { ALL_PROXY: 'http://p:1', http_proxy: 'http://q:1' }, 'http://q:1/'],
    ['http://a.example/', { http_proxy: '', HTTP_PROXY: 'http://p:1' }, undefined],
    ['http://a.example/', { HTTP_PROXY: 'p:3128' }, 'http://p:3128/'],
    ['http://a.example/', { HTTP_PROXY: 'user:word@p:3128' }, 'http://user:word@p:3128/'],
    ['http://a.example/', { ALL_PROXY: 'socks5://p' }, 'socks5://p'],
    ['http://a.example/', { ALL_PROXY: 'socks://p' }, 'socks://p'],
    ['http://a.example/', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'a.example' }, undefined],
    ['http://a.example/', { HTTP_PROXY: 'http://p:1', no_proxy: 'a.example' }, undefined],
    ['http://a.example/', { HTTP_PROXY: 'http://p:1', no_proxy: '', NO_PROXY: '*' }, 'http://p:1/'],
  ])('for %s in %j is %s', (address, environment, proxy) => {
    expect(choose(address, environment)).toBe(proxy);
  });

  it.each([
    'http://localhost/',
    'http://localhost./',
    'http://a.localhost/',
    'http://127.0.0.1:8080/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
  ])('is never for this machine itself: %s', (address) => {
    expect(choose(address, { ALL_PROXY: 'http://p:1' })).toBeUndefined();
  });

  it.each(['http://127.0.0.1.example/', 'http://localhost.example/', 'http://128.0.0.1/'])('is for %s', (address) => {
    expect(choose(address, { ALL_PROXY: 'http://p:1' })).toBe('http://p:1/');
  });

  it.each(['ftp://user:secret@p', 'socks4://user:secret@p', 'http://', 'http://user:secret@[', 'file:///secret'])(
    'is refused, and not shown, when it is %s',
    (proxy) => {
      expect(() => choose('http://a.example/', { ALL_PROXY: proxy })).toThrow(
        /^expected ALL_PROXY to be the address of an http, https or socks5 proxy, got another$/,
      );
    },
  );
});
