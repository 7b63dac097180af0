/** States and union territories with their GST codes. */
const STATES: readonly [code: string, name: string][] = [
  ['01', 'Jammu and Kashmir'],
  ['02', 'Himachal Pradesh'],
  ['03', 'Punjab'],
  ['04', 'Chandigarh'],
  ['05', 'Uttarakhand'],
  ['06', 'Haryana'],
  ['07', 'Delhi'],
  ['08', 'Rajasthan'],
  ['09', 'Uttar Pradesh'],
  ['10', 'Bihar'],
  ['11', 'Sikkim'],
  ['12', 'Arunachal Pradesh'],
  ['13', 'Nagaland'],
  ['14', 'Manipur'],
  ['15', 'Mizoram'],
  ['16', 'Tripura'],
  ['17', 'Meghalaya'],
  ['18', 'Assam'],
  ['19', 'West Bengal'],
  ['20', 'Jharkhand'],
  ['21', 'Odisha'],
  ['22', 'Chhattisgarh'],
  ['23', 'Madhya Pradesh'],
  ['24', 'Gujarat'],
  ['26', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['27', 'Maharashtra'],
  ['29', 'Karnataka'],
  ['30', 'Goa'],
  ['31', 'Lakshadweep'],
  ['32', 'Kerala'],
  ['33', 'Tamil Nadu'],
  ['34', 'Puducherry'],
  ['35', 'Andaman and Nicobar Islands'],
  ['36', 'Telangana'],
  ['37', 'Andhra Pradesh'],
  ['38', 'Ladakh'],
];

/** "Maharashtra (27)" for "Kothrud, Pune, Maharashtra 411038"; the place itself when it names no state. */
export function formatState(place: string): string {
  const state = findState(place);
  return state ? `${state[1]} (${state[0]})` : place;
}

/** Whether the place is in the state that issued this GSTIN. False without a GSTIN or a state in the place. */
export function isRegisteredInState(gstin: string | null, place: string): boolean {
  const state = findState(place);
  return gstin !== null && state !== undefined && gstin.startsWith(state[0]);
}

function findState(place: string) {
  const parts = place.split(',').map((part) => part.replace(/\d+/g, '').trim().toLowerCase());
  // Search from the end, where the state is: Delhi and Chandigarh also name districts.
  return parts
    .toReversed()
    .map((part) => STATES.find(([, name]) => name.toLowerCase() === part))
    .find((state) => state !== undefined);
}
