# The unit AFAR_UNIT_FROM with the path of the afard that is being installed, as AFAR_UNIT_TO.
cmake_path(ABSOLUTE_PATH AFAR_BINDIR BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE
           OUTPUT_VARIABLE afard)
string(APPEND afard /afard)
# systemd.unit(5) and systemd.service(5): % and $ mean something, and words end at spaces.
string(REPLACE % %% afard "${afard}")
string(REPLACE $ $$ afard "${afard}")
file(READ "${AFAR_UNIT_FROM}" unit)
string(REPLACE "ExecStart=/usr/local/bin/afard" "ExecStart=\"${afard}\"" unit "${unit}")
file(WRITE "${AFAR_UNIT_TO}" "${unit}")
