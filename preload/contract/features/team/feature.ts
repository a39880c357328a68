import type { FeatureManifest } from '../../feature';

export const TEAM_FEATURE = {
  activity: {
    'team-found': 'Team created',
    'team-join': 'Team joined',
    'team-invite': 'Colleague invited',
    'team-admit': 'Colleague admitted',
    'team-role': 'Team role changed',
    'team-remove': 'Member removed',
    'team-leave': 'Team left',
    'draft-hand-over': 'Draft handed over',
    'draft-take': 'Draft taken over',
    'draft-decline': 'Draft declined',
    'draft-take-back': 'Draft taken back',
    'approval-rules': 'Rules for approval changed',
    'approval-ask': 'Approval requested',
    'approval-give': 'Approval given',
    'approval-decline': 'Approval declined',
    'approval-withdraw': 'Request for approval withdrawn',
  },
  grants: {
    'team-invitation': { dialog: 'save', process: 'engine', holdsNoRecords: true },
    'team-join': { dialog: 'open', process: 'engine' },
  },
} as const satisfies FeatureManifest;
