import type { FeatureManifest } from '../../feature';

export const TEAM_FEATURE = {
  settingsSection: 'team',
  activity: {
    'team-found': 'Team created',
    'team-join': 'Team joined',
    'team-invite': 'Colleague invited',
    'team-admit': 'Colleague admitted',
    'team-role': 'Team role changed',
    'team-remove': 'Member removed',
    'team-leave': 'Team left',
    'team-leave-offline': 'Team left on this computer only',
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
  savedWork: {
    tables: {
      'team membership': ['team_self', 'team_key', 'team_membership', 'team_head', 'team_invitation'],
      'shared work of the team': ['team_entry', 'team_item', 'team_issue', 'team_claim'],
      'work to share with the team': ['team_outbox', 'team_unshared'],
      'drafts handed over': ['team_hand_over'],
      'requests for approval': ['team_approval'],
    },
  },
} as const satisfies FeatureManifest;
