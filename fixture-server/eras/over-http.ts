import type { Era as EraName } from '../../scenarios/types.ts';
import type { EraOverHttp } from './era.ts';
import { handshakeOverHttp } from './handshake/over-http.ts';
import { statelessOverHttp } from './stateless/over-http.ts';

export const erasOverHttp: Record<EraName, EraOverHttp> = {
  handshake: handshakeOverHttp,
  stateless: statelessOverHttp,
};
