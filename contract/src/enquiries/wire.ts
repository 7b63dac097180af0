import { schemasOf, wireForm } from '../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const businessForm = wireForm(schema('businessEnquiry'), {
  name: 'name',
  purpose: 'purpose',
  heardFrom: 'fws_known',
  company: 'company',
  phone: 'phone',
  email: 'email',
  address1: 'address1',
  address2: 'address2',
  address3: 'address3',
  requirement: 'post_requirement',
});
