import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

describe('the output of npm and pip', () => {
  it.each([
    ['//registry.example/:_authToken=abc123', '//…/:_authToken=***'],
    ['_auth = "YWJjOmRlZg=="', '_auth = "***"'],
    ['"_password": "c2VjcmV0"', '"_password": "***"'],
    ['GET https://user:pa@ss@registry.example:8443/a/-/a-1.0.0.tgz?sig=x - 404', 'GET https://…/a/-/a-1.0.0.tgz - 404'],
    ['https://only-a-token@registry.example/simple', 'https://…/simple'],
    ['https://user:pa/ss@registry.example/simple', 'https://…/simple'],
    ['authorization: Bearer abc.def-ghi', 'authorization: *** ***'],
    ['npm_0123456789abcdefghijABCDEFGHIJ', '***'],
    ['getaddrinfo ENOTFOUND registry.example', 'getaddrinfo ENOTFOUND …'],
    ['connect ECONNREFUSED 10.0.0.1:443', 'connect ECONNREFUSED …'],
    [`HTTPSConnectionPool(host='pypi.example', port=443)`, `HTTPSConnectionPool(host='…', port=443)`],
    [`Failed to resolve 'pypi.example' ([Errno -2])`, `Failed to resolve '…' ([Errno -2])`],
    ['https://registry.example/a: host registry.example is down', 'https://…/a: host … is down'],
    ['// a comment, node_modules//a', '// a comment, node_modules//a'],
    ['No matching version found for @scope/a@1.2.3.', 'No matching version found for @scope/a@1.2.3.'],
  ])('%s', (text, expected) => {
    expect(withoutSecrets(text, {})).toBe(expected);
  });

  it('has no value of a secret of its environment, wherever it stands', () => {
    const environment = { NPM_TOKEN: 'abcdef', npm_config__password: 'abcdefgh', PATH: '/usr/bin:/bin', TOKEN: 'ab' };
    expect(withoutSecrets('x abcdefgh abcdef /usr/bin:/bin ab', environment)).toBe('x *** *** /usr/bin:/bin ab');
  });
});
