import type { PaymentTerm } from '@fws/contract/jobs/model';

export interface DemoJob {
  poster: string;
  category: string;
  title: string;
  description: string;
  location: string;
  position: [latitude: number, longitude: number];
  skills: string[];
  /** One amount, or from and to, in rupees. */
  budgetRupees: [number] | [number, number];
  term: PaymentTerm;
  /** Relative to the time when the demo is loaded. */
  postedHoursAgo: number;
  startsInDays: number;
  closesInDays: number;
  verified?: true;
}

export const demoJobs: readonly DemoJob[] = [
  {
    poster: 'meera',
    category: 'Carpentry',
    title: 'Two sliding wardrobes, 3BHK flat',
    description:
      'Two sliding wardrobes for bedrooms in a third-floor flat. Each is 2.1 m wide, 2.4 m high and 60 cm deep.\n\n18 mm BWP plywood, laminate outside, soft-close channels. I buy the laminate; your quote covers plywood, hardware and labour. There is a lift. Work from 10 am to 6 pm, Monday to Saturday.',
    location: 'Baner, Pune, Maharashtra 411045',
    position: [18.559, 73.7868],
    skills: ['Carpentry', 'Sliding systems', 'Laminate work'],
    budgetRupees: [45_000, 60_000],
    term: 'milestone',
    postedHoursAgo: 2,
    startsInDays: 6,
    closesInDays: 28,
    verified: true,
  },
  {
    poster: 'lakshmi',
    category: 'Carpentry',
    title: 'Repair 40 school benches',
    description:
      'Forty wooden benches with loose joints and worn tops. Tighten, sand and polish in place during the school holidays. Please see one bench before you quote.',
    location: 'Jayanagar, Bengaluru, Karnataka 560041',
    position: [12.925, 77.5938],
    skills: ['Carpentry', 'Polishing'],
    budgetRupees: [28_000],
    term: 'terms',
    postedHoursAgo: 26,
    startsInDays: 9,
    closesInDays: 15,
  },
  {
    poster: 'fatima',
    category: 'Interior design',
    title: 'Reception counter with lit back panel',
    description:
      'A reception counter of 2.4 m with a lit acrylic back panel for a dental clinic. Drawing is ready.',
    location: 'Banjara Hills, Hyderabad, Telangana 500034',
    position: [17.4156, 78.4347],
    skills: ['Interior fitting', 'Electrical', 'Acrylic sheet'],
    budgetRupees: [72_500],
    term: 'completion',
    postedHoursAgo: 50,
    startsInDays: 12,
    closesInDays: 34,
    verified: true,
  },
  {
    poster: 'arjun',
    category: 'Painting',
    title: 'Paint a 2BHK flat before moving in',
    description:
      'Two coats, walls and ceiling, about 900 sq ft. Small cracks to be filled. Paint will be bought by us.',
    location: 'Gomti Nagar, Lucknow, Uttar Pradesh 226010',
    position: [26.8496, 81.0072],
    skills: ['Painting', 'Putty work'],
    budgetRupees: [18_000, 24_000],
    term: 'terms',
    postedHoursAgo: 5,
    startsInDays: 4,
    closesInDays: 12,
  },
  {
    poster: 'lakshmi',
    category: 'Accounting and GST',
    title: 'GST returns for a home bakery, one year',
    description:
      'Monthly GSTR-1 and GSTR-3B for twelve months. About 60 invoices a month, all in one spreadsheet.',
    location: 'Indiranagar, Bengaluru, Karnataka 560038',
    position: [12.9784, 77.6408],
    skills: ['GST', 'Tally'],
    budgetRupees: [12_000],
    term: 'milestone',
    postedHoursAgo: 8,
    startsInDays: 10,
    closesInDays: 25,
  },
  {
    poster: 'fatima',
    category: 'AC service',
    title: 'Service six split ACs in an office',
    description:
      'Wet service of six 1.5 tonne split units, gas check, and repair of one that drips. Saturday afternoon or Sunday.',
    location: 'Madhapur, Hyderabad, Telangana 500081',
    position: [17.4483, 78.3915],
    skills: ['AC service', 'Gas filling'],
    budgetRupees: [6_500, 9_000],
    term: 'completion',
    postedHoursAgo: 12,
    startsInDays: 3,
    closesInDays: 9,
  },
  {
    poster: 'arjun',
    category: 'Photography',
    title: 'Photos of 120 brass items for a catalogue',
    description:
      'White background, three angles each. The items are in our shop in Chowk; there is a room with daylight.',
    location: 'Chowk, Lucknow, Uttar Pradesh 226003',
    position: [26.8651, 80.9072],
    skills: ['Product photography', 'Editing'],
    budgetRupees: [15_000, 20_000],
    term: 'terms',
    postedHoursAgo: 30,
    startsInDays: 14,
    closesInDays: 30,
  },
  {
    poster: 'meera',
    category: 'Gardening',
    title: 'Terrace garden for a housing society',
    description:
      'Raised beds with drip lines on a terrace of 2,000 sq ft, native plants, and care for the first month.',
    location: 'Aundh, Pune, Maharashtra 411007',
    position: [18.5602, 73.8031],
    skills: ['Gardening', 'Drip irrigation'],
    budgetRupees: [85_000, 1_10_000],
    term: 'milestone',
    postedHoursAgo: 72,
    startsInDays: 20,
    closesInDays: 45,
    verified: true,
  },
  {
    poster: 'lakshmi',
    category: 'Writing and translation',
    title: 'Translate a 40-page manual, English to Kannada',
    description:
      'A user manual for a water pump, about 9,000 words with tables. A sample page is needed with the quote.',
    location: 'Mysuru, Karnataka 570001',
    position: [12.3052, 76.6552],
    skills: ['Translation', 'Kannada'],
    budgetRupees: [14_000],
    term: 'terms',
    postedHoursAgo: 96,
    startsInDays: 7,
    closesInDays: 21,
  },
  {
    poster: 'fatima',
    category: 'Electrical',
    title: 'Rewire a shop and fit 18 lights',
    description:
      'New copper wiring in conduit for a shop of 600 sq ft, a new distribution board, and 18 LED panel lights.',
    location: 'T. Nagar, Chennai, Tamil Nadu 600017',
    position: [13.0418, 80.2341],
    skills: ['Electrical', 'Wiring'],
    budgetRupees: [38_000, 46_000],
    term: 'terms',
    postedHoursAgo: 20,
    startsInDays: 8,
    closesInDays: 18,
  },
  {
    poster: 'arjun',
    category: 'Web development',
    title: 'Website for a coaching centre',
    description:
      'Six pages in Hindi and English, a form for enquiries, and a list of results that we can change ourselves.',
    location: 'Kolkata, West Bengal 700019',
    position: [22.5284, 88.3659],
    skills: ['HTML', 'WordPress', 'Hindi'],
    budgetRupees: [30_000],
    term: 'milestone',
    postedHoursAgo: 44,
    startsInDays: 11,
    closesInDays: 40,
  },
  {
    poster: 'meera',
    category: 'Packers and movers',
    title: 'Move a 1BHK from Pune to Nashik',
    description:
      'About 45 boxes, a fridge, a washing machine and a bed. Second floor to first floor, no lift at Nashik.',
    location: 'Shivajinagar, Pune, Maharashtra 411005',
    position: [18.5314, 73.8446],
    skills: ['Packing', 'Loading'],
    budgetRupees: [11_000, 15_000],
    term: 'completion',
    postedHoursAgo: 60,
    startsInDays: 5,
    closesInDays: 8,
  },
];
