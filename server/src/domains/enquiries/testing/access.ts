import { enquireForBusiness } from '@fws/contract/enquiries/calls';
import type { AccessFacts, Owners } from '../../../../test/access/scene.ts';

export const access: AccessFacts = {
  objects: { admins: async (owners) => ({ enquiry: await createEnquiry(owners) }) },
};

async function createEnquiry({ world, poster, createSecret, hide }: Owners): Promise<string> {
  const [phone, email] = ['9822077077', 'zq.enquiry@mail.example'] as const;
  hide(phone, email);
  await poster.done(enquireForBusiness, {
    name: createSecret('EnquiryName'),
    purpose: 'Painting',
    heardFrom: 'A friend',
    company: createSecret('EnquiryCompany'),
    phone,
    email,
    address1: createSecret('EnquiryAddress'),
    address2: '',
    address3: '',
    requirement: createSecret('EnquiryText'),
  });
  const { id } = await world.db.selectFrom('business_enquiry').select('id').executeTakeFirstOrThrow();
  return String(id);
}
