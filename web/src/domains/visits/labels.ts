import type { VisitState } from '@fws/contract/visits/lifecycle';
import type { MessageId } from '../../platform/i18n/index.ts';

export const stateNames: Record<VisitState, MessageId> = {
  agreed: 'web.visits.state.agreed',
  on_the_way: 'web.visits.state.on_the_way',
  arrived: 'web.visits.state.arrived',
  started: 'web.visits.state.started',
  ended: 'web.visits.state.ended',
  claimed: 'web.visits.state.claimed',
  unanswered: 'web.visits.state.unanswered',
  missed: 'web.visits.state.missed',
  contested: 'web.visits.state.contested',
  cancelled: 'web.visits.state.cancelled',
};
