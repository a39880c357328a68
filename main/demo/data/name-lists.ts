/**
 * Word lists for people, places and firms. The names have accents, apostrophes, spaces and hyphens, and one is Null: all
 * break careless code.
 */
const list = (words: string): readonly string[] => words.trim().split(/\s*[,\n]\s*/);

export const FIRST_NAMES = list(`
Violet, Amara, David, María José, Chloë, Renée, Zoë, José, André, Siobhán, Niamh, Oisín, Søren, Åsa, Björn, Jürgen,
Łukasz, Zofia, Małgorzata, Jiří, Željko, Ngozi, Chidi, Olúwaṣeun, Folake, Kwame, Abena, Thandiwe, Sipho, Wei,
Xiu Ying, Jian, Mei-Ling, Hiroshi, Yuki, Haruto, Sakura, Min-jun, Ji-woo, Anh, Thuy, Minh, Priya, Arjun, Ananya, Rohan,
Lakshmi, Vikram, Fatima, Omar, Layla, Yusuf, Noor, Amir, Leila, Dariush, Shira, Moshe, Talia, Ezra, Aleksandr, Svetlana,
Dmitri, Oksana, Giulia, Lorenzo, Francesca, Matteo, Inés, Íñigo, Begoña, João, Conceição, Thiago, Beatriz, Étienne,
Geneviève, Hélène, François, Maëlle, Anneliese, Günther, Wilhelmina, Pieter, Saskia, Mei, Kai, Leilani, Keanu, Aroha,
Tāne, James, Mary, Robert, Patricia, John, Jennifer, Michael, Linda, William, Elizabeth, Richard, Barbara, Susan, Joseph,
Jessica, Thomas, Sarah, Charles, Karen, Christopher, Nancy, Daniel, Margaret, Matthew, Lisa, Anthony, Betty, Mark, Dorothy,
Donald, Sandra, Steven, Ashley, Paul, Kimberly, Andrew, Donna, Joshua, Emily, Kenneth, Carol, Kevin, Michelle, Brian,
Amanda, George, Melissa, Edward, Deborah, Ronald, Stephanie, Timothy, Rebecca, Jason, Laura, Jeffrey, Helen, Ryan, Sharon,
Jacob, Cynthia, Gary, Kathleen, Nicholas, Amy, Eric, Shirley, Jonathan, Angela, Stephen, Anna, Larry, Ruth, Justin, Brenda,
Scott, Pamela, Brandon, Nicole, Benjamin, Katherine, Samuel, Samantha, Gregory, Christine, Frank, Catherine, Alexander,
Virginia, Raymond, Rachel, Patrick, Carolyn, Jack, Janet, Dennis, Maria, Jerry, Heather, Tyler, Diane, Aaron, Olivia,
D'Andre, Mary-Kate, LaShonda, T'Challa, Bo, Al, Jo`);

export const LAST_NAMES = list(`
Juns, Okafor, O'Brien, O'Connor, D'Angelo, D'Souza, N'Diaye, Núñez, García, Hernández, Muñoz, Peña, Rodríguez, López,
Martínez, González, Ibáñez, Zúñiga, Müller, Schröder, Groß, Weiß, Jäger, Østergård, Søndergaard, Lindström, Åkesson,
Björnsdóttir, Þórsson, Nowak, Wiśniewski, Kowalczyk, Wójcik, Dvořák, Novák, Šimić, Kovač, Szabó, Nagy, Tóth, Popescu,
Ştefănescu, Yılmaz, Çelik, Öztürk, Papadopoulos, Ivanova, Petrov, Kuznetsova, Nguyen, Trần, Phạm, Lê, Chen, Wang, Li,
Zhang, Liu, Ng, Wu, Tanaka, Suzuki, Watanabe, Kim, Park, Lee, Choi, Patel, Singh, Sharma, Iyer, Krishnamurthy, Banerjee,
Hussain, Al-Farsi, El-Sayed, Haddad, Khan, Ahmadi, Cohen, Levi, Ben-David, Goldberg, Adeyemi, Nwosu, Mensah, Ndlovu, Dlamini,
van der Berg, van den Heuvel, de la Cruz, de Souza, dos Santos, Da Silva, Gonçalves, Simões, St. John, St. Claire,
Mac Giolla, McAllister, MacDonald, FitzGerald, Beauchamp, Lefèvre, Béranger, Rossi, Esposito, De Luca, Bianchi,
Smith-Jones, Ortega-Villanueva, Montgomery-Cholmondeley, Smith, Johnson, Williams, Brown, Jones, Miller, Davis, Wilson,
Anderson, Taylor, Moore, Jackson, Martin, Thompson, White, Harris, Clark, Lewis, Robinson, Walker, Young, Allen, King, Wright,
Scott, Hill, Green, Adams, Nelson, Baker, Hall, Campbell, Mitchell, Carter, Roberts, Phillips, Evans, Turner, Parker, Collins,
Edwards, Stewart, Morris, Murphy, Cook, Rogers, Morgan, Peterson, Cooper, Reed, Bailey, Bell, Kelly, Howard, Ward, Cox,
Richardson, Wood, Watson, Brooks, Bennett, Gray, James, Hughes, Price, Myers, Long, Foster, Sanders, Ross, Powell, Sullivan,
Russell, Jenkins, Perry, Butler, Barnes, Fisher, Henderson, Coleman, Simmons, Patterson, Jordan, Reynolds, Hamilton, Graham,
Wallace, Woods, Cole, West, Owens, Gibson, Ellis, Fox, Hoffman, Hayes, Webb, Freeman, Tucker, Burns, Crawford, Hunter,
Hicks, Dixon, Hunt, Palmer, Wagner, Black, Stone, Marshall, Rice, Grant, Porter, Snyder, Mason, Olson, Kennedy, Warren,
Whitfield, Vanderbilt, Ashworth, Kingsley, Thorne, Blackwood, Featherstonehaugh, Null`);

/** City, state and the first three digits of its ZIP codes. */
export const CITIES = list(`
Boise ID 837, Coeur d'Alene ID 838, Denver CO 802, Boulder CO 803, Colorado Springs CO 809, Portland OR 972, Bend OR 977,
Eugene OR 974, Seattle WA 981, Spokane WA 992, Tacoma WA 984, San Francisco CA 941, Oakland CA 946, San José CA 951,
Los Angeles CA 900, Santa Barbara CA 931, La Cañada Flintridge CA 910, San Diego CA 921, Sacramento CA 958, Fresno CA 937,
Phoenix AZ 850, Tucson AZ 857, Santa Fe NM 875, Albuquerque NM 871, Las Vegas NV 891, Reno NV 895, Salt Lake City UT 841,
Provo UT 846, Billings MT 591, Missoula MT 598, Cheyenne WY 820, Fargo ND 581, Sioux Falls SD 571, Omaha NE 681,
Lincoln NE 685, Wichita KS 672, Kansas City MO 641, St. Louis MO 631, Tulsa OK 741, Dallas TX 752, Fort Worth TX 761,
Austin TX 787, Houston TX 770, San Antonio TX 782, El Paso TX 799, Little Rock AR 722, New Orleans LA 701,
Baton Rouge LA 708, Jackson MS 392, Birmingham AL 352, Nashville TN 372, Memphis TN 381, Knoxville TN 379,
Louisville KY 402, Lexington KY 405, Cincinnati OH 452, Columbus OH 432, Cleveland OH 441, Indianapolis IN 462,
Chicago IL 606, Naperville IL 605, Milwaukee WI 532, Madison WI 537, Minneapolis MN 554, St. Paul MN 551, Duluth MN 558,
Des Moines IA 503, Cedar Rapids IA 524, Detroit MI 482, Ann Arbor MI 481, Grand Rapids MI 495, Atlanta GA 303,
Savannah GA 314, Jacksonville FL 322, Orlando FL 328, Tampa FL 336, Miami FL 331, Naples FL 341, Sarasota FL 342,
Charleston SC 294, Greenville SC 296, Charlotte NC 282, Raleigh NC 276, Asheville NC 288, Winston-Salem NC 271,
Richmond VA 232, Charlottesville VA 229, Alexandria VA 223, Washington DC 200, Baltimore MD 212, Bethesda MD 208,
Wilmington DE 198, Philadelphia PA 191, Pittsburgh PA 152, Princeton NJ 085, Hoboken NJ 070, Montclair NJ 070,
New York NY 100, Brooklyn NY 112, Ithaca NY 148, Buffalo NY 142, Rochester NY 146, Albany NY 122, Greenwich CT 068,
New Haven CT 065, Hartford CT 061, Providence RI 029, Boston MA 021, Cambridge MA 021, Worcester MA 016, Nantucket MA 025,
Portland ME 041, Bar Harbor ME 046, Burlington VT 054, Manchester NH 031, Honolulu HI 968, Anchorage AK 995,
San Juan PR 009`).map((entry) => {
  const [, city = '', state = '', zip = ''] = /^(.*) ([A-Z]{2}) (\d{3})$/.exec(entry) ?? [];
  return { city, state, zip };
});

export const STREETS = list(`
Maple Ridge Road, Orchard Lane, Elm Street, Harbor View Drive, Old Mill Road, Sycamore Avenue, Lakeshore Drive,
Chestnut Hill, Bayberry Court, Willow Creek Way, Vista del Mar, Calle de los Olivos, King's Highway, St. Andrew's Place,
Cedar Hollow Road, Sunset Boulevard, North Main Street, W 74th Street, Meadowbrook Terrace, Fox Run, Quail Hollow Drive,
Juniper Street, Prospect Avenue, Rue Chartres, Linden Circle, Magnolia Avenue, Stonegate Way, Country Club Drive,
Pinecrest Road, Hillside Avenue, Beacon Street, Old Post Road, Dogwood Lane, Riverbend Parkway, County Road 12, Mesa Verde Drive`);

export const FIRM_WORDS = list(`
Holdings, Properties, Ventures, Dental Group, Orthopedics, Family Partners, Vineyards, Construction, Marine, Logistics,
Law Offices, Pediatrics, Capital, Farms, Design Studio, Motors, Consulting, Bakery, Veterinary Clinic, Real Estate`);
