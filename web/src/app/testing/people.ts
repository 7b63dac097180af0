import type { CurrentUser } from '@fws/contract/identity/schemas';

export const asha: CurrentUser = {
  id: 1,
  firstName: 'Asha',
  lastName: 'Devi',
  email: 'asha@example.in',
  mobile: '+919800000001',
  mobileVerified: true,
  emailVerified: true,
  profileImage: '',
  location: 'Pune',
  registerFor: 'individual',
  lookingFor: [],
  skills: [],
  identity: 'none',
  rating: null,
  completedProjects: 0,
  suspension: null,
};
export const ravi: CurrentUser = { ...asha, id: 2, firstName: 'Ravi', lastName: 'Kumar' };
